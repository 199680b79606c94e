import type { Mailer } from '../../../src/core/ports/mailer.ts'
import { type Incarnation, InjectedFault, type Simulation } from '../simulation.ts'

/** A mail server that at times refuses a mail, or accepts it and loses the answer. */
export const mailerOf = (simulation: Simulation, incarnation: Incarnation): Mailer => {
  const maybeFail = (when: string) => {
    if (!simulation.faultOccurs(simulation.profile.mailFaults)) return
    simulation.trace.add(incarnation.name, () => `a mail fails ${when}`)
    throw new InjectedFault(`The simulated mail server fails ${when}.`)
  }
  const mailer: Mailer = {
    available: true,
    async send({ to, messageId }) {
      await simulation.yieldPoint(incarnation, 'sends a mail')
      maybeFail('before it is accepted')
      simulation.history.mailed.push({ to, messageId })
      simulation.trace.add(incarnation.name, () => `mails ${messageId} to ${to}`)
      await simulation.yieldPoint(incarnation, 'has sent a mail')
      maybeFail('after it is accepted')
    },
    async close() {},
  }
  return simulation.injectedBug?.mailer?.(mailer, simulation) ?? mailer
}
