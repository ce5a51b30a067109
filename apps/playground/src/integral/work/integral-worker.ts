import { serveTasks } from "../../worker/serve-tasks.ts";
import { createIntegralTasks } from "./integral-tasks.ts";

serveTasks(createIntegralTasks());
