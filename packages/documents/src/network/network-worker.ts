import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./network-tasks.ts";

serveTasks(createTasks);
