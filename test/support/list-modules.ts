/**
 * Loaded with `--import`. When the process exits, writes the URLs of its loaded modules to the file that
 * LOADED_MODULES names.
 */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const loaded: string[] = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => writeFileSync(process.env.LOADED_MODULES!, loaded.join('\n')))
}
