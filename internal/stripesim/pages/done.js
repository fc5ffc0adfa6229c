// Tells the page that opened this one, or that frames it, how the authentication ended.
const { intent, outcome } = document.body.dataset;
const listener = window.opener ?? (window.parent !== window ? window.parent : null);
listener?.postMessage({ type: "stripe-simulator", intent, outcome }, "*");
