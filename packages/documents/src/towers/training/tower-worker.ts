import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./tower-tasks.ts";

serveTasks(createTasks);
