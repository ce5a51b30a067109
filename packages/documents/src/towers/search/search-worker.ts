import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./search-tasks.ts";

serveTasks(createTasks);
