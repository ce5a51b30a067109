// Registers the WebGPU backend with tfjs. This module and the engine that uses it are loaded when a training run on WebGPU starts.
import "@tensorflow/tfjs-backend-webgpu";
