import type { Mailer } from '../../../src/core/ports/mailer.ts'
import { type Life, Misfortune, type World } from '../world.ts'

/** A mail server that refuses now and then, or takes a mail and loses its answer. */
export const mailerOf = (world: World, life: Life): Mailer => {
  const refuse = (when: string) => {
    if (!world.strikes(world.profile.mailFaults)) return
    world.story.tell(life.name, () => `a mail fails ${when}`)
    throw new Misfortune(`The simulated mail server fails ${when}.`)
  }
  const mailer: Mailer = {
    available: true,
    async send({ to, messageId }) {
      await world.point(life, 'sends a mail')
      refuse('before it is taken')
      world.chronicle.mailed.push({ to, messageId })
      world.story.tell(life.name, () => `mails ${messageId} to ${to}`)
      await world.point(life, 'has sent a mail')
      refuse('after it is taken')
    },
    async close() {},
  }
  return world.plant?.mailer?.(mailer, world) ?? mailer
}
