import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { startRouter } from "./shared/router.svelte";

startRouter();
mount(App, { target: document.getElementById("app") as HTMLElement });
