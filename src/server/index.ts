/** `lettershop/server`: a core over HTTP. */
export { type AppOptions, createApp } from './app.ts'
export { ListenError, type RunningServer, type ServerOptions, startServer } from './server.ts'
export { startTicker, type Ticker } from './ticker.ts'
