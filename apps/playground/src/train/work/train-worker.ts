import { emitEvent, serveTasks } from "../../worker/serve-tasks.ts";
import { createTrainTasks } from "./train-tasks.ts";

serveTasks(createTrainTasks(emitEvent));
