import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./tree-tasks.ts";

serveTasks(createTasks);
