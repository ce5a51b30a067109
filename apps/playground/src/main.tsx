import { render } from "preact";
import { App } from "./app/app.tsx";
import { keepOffline } from "./offline/register.ts";
import "./style/page.css";
import "./style/rank.css";

const root = document.querySelector("#app");
if (root !== null) render(<App />, root);
keepOffline();
