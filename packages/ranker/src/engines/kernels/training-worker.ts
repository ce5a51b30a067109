import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./training-tasks.ts";

serveTasks(createTasks);
