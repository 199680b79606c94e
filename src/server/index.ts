/** `lettershop/server`: a core over HTTP. */
export { type App, type AppOptions, createApp } from './app.ts'
export type { MetricsOptions } from './monitoring.ts'
export { ListenError, type RunningServer, type ServerOptions, startServer } from './server.ts'
export { startTicker, type Ticker } from './ticker.ts'
