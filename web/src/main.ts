import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { PLAY, START } from "./pages";
import { startRouter } from "./shared/router.svelte";
import { load } from "./shared/storage";

// A newcomer is shown around; whoever has been here before, or follows a link to a game, plays.
startRouter((query) => (query || load("visited") || load("game") ? PLAY + query : START));
mount(App, { target: document.getElementById("app") as HTMLElement });
