/** What ESLint checks in the page (`make page`). TypeScript checks its types, tests/test_page.py what no file uses. */

const names = (/** @type {string} */ text) => Object.fromEntries(text.trim().split(/\s+/).map((name) => [name, "readonly"]));

const BROWSER = names(`
  Animation AudioContext Blob CustomEvent DOMParser DOMPoint Element Event GainNode HTMLElement HTMLInputElement KeyboardEvent MouseEvent Node Notification OscillatorNode PopStateEvent PublicKeyCredential
  ResizeObserver SVGElement URL WebSocket cancelAnimationFrame confirm console crypto customElements dispatchEvent document fetch getComputedStyle history
  localStorage location matchMedia navigator performance requestAnimationFrame sessionStorage window
`);

const WORKER = names("Headers Promise Request Response URL caches fetch self setTimeout");

const RULES = {
  "array-callback-return": "error",
  curly: ["error", "multi-line"],
  eqeqeq: "error",
  "no-duplicate-imports": "error",
  "no-else-return": "error",
  "no-eval": "error",
  "no-implicit-globals": "error",
  "no-shadow": "error",
  "no-undef": "error",
  "no-unneeded-ternary": "error",
  "no-unreachable": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true }],
  "no-unused-private-class-members": "error",
  "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_", caughtErrors: "all" }],
  "no-useless-concat": "error",
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "require-await": "error",
};

export default [
  { files: ["millefiori/server/static/**/*.js"], ignores: ["**/worker.js"], languageOptions: { globals: BROWSER }, rules: RULES },
  { files: ["millefiori/server/static/worker.js"], languageOptions: { globals: WORKER }, rules: RULES },
  { files: ["tests/page/**/*.js", "eslint.config.js"], rules: RULES },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
];
