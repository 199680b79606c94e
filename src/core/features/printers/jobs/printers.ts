import { setFact } from '../../../engine/facts.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { bindingFact, bindingOf, boundSecret } from '../secret.ts'

/**
 * Seals printers' secrets for their destinations once no server of the previous version runs, which could not
 * open them. A second round, a minute later, seals those that were stored in the old form during the first.
 * After it, secrets in the old form are not opened.
 */
export const bindSecrets = defineJob({
  kind: 'printers.bindSecrets',
  recur: async ({ services }) => {
    const binding = await services.store.read(bindingOf)
    return services.clock.now() + (binding === 'BOUND' ? dayMs : minuteMs)
  },
  async handler({ services, transact }) {
    if ((await services.store.read(bindingOf)) === 'BOUND') return undefined
    if (await services.store.hasEarlierServers?.()) return undefined
    await transact(async ({ rows }) => {
      for (const row of await rows.printers.find(everyone, {}, { lock: 'wait' })) {
        const bound = boundSecret(services, row)
        if (bound) await rows.printers.update(everyone, row.id, bound)
      }
      const binding = await bindingOf(rows)
      await setFact(rows, bindingFact, binding === undefined ? 'BINDING' : 'BOUND')
    })
    return undefined
  },
})
