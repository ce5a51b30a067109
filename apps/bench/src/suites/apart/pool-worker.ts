import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./pool-tasks.ts";

serveTasks(createTasks);
