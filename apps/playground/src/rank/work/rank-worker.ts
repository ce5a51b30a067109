import { serveTasks } from "../../worker/serve-tasks.ts";
import { createRankTasks } from "./rank-tasks.ts";

serveTasks(createRankTasks());
