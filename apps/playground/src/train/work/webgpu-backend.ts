// Registers the WebGPU backend with tfjs. This module and the engine that uses it load when a training run asks for WebGPU.
import "@tensorflow/tfjs-backend-webgpu";
