import type { H3 } from 'h3'
import type { Core } from '../core/app/index.ts'
import { problem } from '../core/kernel/errors.ts'
import type { Said } from '../core/kernel/sentences.ts'
import { requestIdOf } from './request.ts'
import { plainResponse, problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

const { say } = serverProblems

/**
 * `/healthz`: the process answers, and whether it is about to end. `/readyz`: it can serve requests, 503 while
 * draining, or where nothing can be written.
 */
export const mountHealth = (app: H3, core: Core, draining: () => boolean): void => {
  const { ids, health } = core.services
  const ok = (requestId: string, status: string) =>
    plainResponse(requestId, 200, JSON.stringify({ status }), { 'Content-Type': 'application/json' })
  app.get('/healthz', (event) => ok(requestIdOf(event.req, ids), draining() ? 'ending' : 'ok'))
  app.get('/readyz', async (event) => {
    const requestId = requestIdOf(event.req, ids)
    const unavailable = (said: Said<'storage_unavailable'>) =>
      problemResponse(problem(said, { headers: { 'Retry-After': '5' } }), requestId)
    if (draining()) return unavailable(say('storage_unavailable.shutting_down'))
    const { unready } = await health.look()
    return unready === undefined
      ? ok(requestId, 'ready')
      : unavailable(say('storage_unavailable.unready', { reason: unready }))
  })
}
