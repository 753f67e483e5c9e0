// The bank's question: one answer goes back to the page.
(() => {
  "use strict";
  window.addEventListener("message", (event) => {
    const [port] = event.ports;
    if (!port || !event.data?.sandbox) return;
    for (const button of document.querySelectorAll("button")) {
      button.addEventListener("click", () => port.postMessage({ agrees: button.dataset.agrees === "true" }));
    }
    document.querySelector("button").focus();
  });
})();
