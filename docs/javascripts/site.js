/* What the theme leaves out for keyboards and screen readers. */
window.addEventListener("load", () => {
  document.querySelector("[data-md-component=search]")?.setAttribute("aria-label", "Search");
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (table.scrollWidth > table.clientWidth) {
      table.tabIndex = 0;
    }
  }
});
