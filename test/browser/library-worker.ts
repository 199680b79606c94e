import { useRendererFiles } from '../../src/browser-worker.ts'

useRendererFiles('/files/')
