import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./tasks.ts";

serveTasks(createTasks);
