import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'
import {
  atLastAttempt,
  deliveries,
  emitEvent,
  endpointRow,
  eventsOfType,
  register,
  statuses,
} from '../../support/webhooks.ts'

/** What may happen to an endpoint: the steps of the random sequences. */
const steps = [
  'exhausted',
  'delivered',
  'failed',
  'test',
  'failed test',
  'replay',
  'failed replay',
  'enable',
  'disable',
] as const
type Step = (typeof steps)[number]

/** Returns the expected state: ten exhausted deliveries in a row disable, and any 2xx resets the counter. */
const model = (steps: readonly Step[]) => {
  const state = { active: true, inARow: 0, disabledEvents: 0, epoch: 0 }
  for (const step of steps) {
    if (step === 'enable' && !state.active) Object.assign(state, { active: true, inARow: 0 })
    if (step === 'disable' && state.active) Object.assign(state, { active: false, epoch: state.epoch + 1 })
    const reaches = step === 'test' || step === 'replay' || (step === 'delivered' && state.active)
    if (reaches) state.inARow = 0
    if (step === 'exhausted' && state.active && ++state.inARow === 10) {
      Object.assign(state, {
        active: false,
        epoch: state.epoch + 1,
        disabledEvents: state.disabledEvents + 1,
      })
    }
  }
  return state
}

const stepLists = fc.array(
  fc.oneof({ weight: 12, arbitrary: fc.constant<Step>('exhausted') }, fc.constantFrom(...steps)),
  { minLength: 1, maxLength: 60 },
)

test('counters, status and events match the model after any random sequence', async () => {
  await fc.assert(
    fc.asyncProperty(stepLists, async (steps) => {
      const shop = await createTestShop({ replay: false })
      const { id } = await register(shop, { events: ['item.*'] })
      // A delivery to replay.
      await emitEvent(shop)
      await shop.core.webhooks.settle()
      const [first] = await deliveries(shop, id)
      const on = (operation: string, more: object = {}) =>
        shop.call(`webhooks.${operation}`, { params: { id }, ...more })
      const answered = async (status: number, ask: () => Promise<unknown>, last = false) => {
        shop.sender.answerWith({ status })
        await ask()
        if (last) await atLastAttempt(shop, id)
        await shop.core.webhooks.settle()
      }
      const replay = () => on('replay', { params: { id, deliveryId: first!.id } })
      const act: Record<Step, () => Promise<unknown>> = {
        exhausted: () => answered(500, () => emitEvent(shop), true),
        delivered: () => answered(200, () => emitEvent(shop)),
        failed: () => answered(500, () => emitEvent(shop)),
        test: () => answered(200, () => on('test')),
        'failed test': () => answered(500, () => on('test')),
        replay: () => answered(200, replay),
        'failed replay': () => answered(500, replay),
        enable: () => on('patch', { body: { active: true } }),
        disable: () => on('patch', { body: { active: false } }),
      }
      for (const step of steps) await act[step]()
      const expected = model(steps)
      const { active, consecutiveExhausted, epoch } = await endpointRow(shop, id)
      expect({ active, epoch }).toEqual({ active: expected.active, epoch: expected.epoch })
      expect(consecutiveExhausted).toBe(expected.inARow)
      expect(await eventsOfType(shop, 'webhook.disabled')).toHaveLength(expected.disabledEvents)
      // Only tests and replays may wait for a disabled endpoint.
      if (!active) {
        const waiting = (await deliveries(shop, id)).filter(({ status }) => status === 'PENDING')
        expect(waiting.filter(({ kind }) => kind === 'EVENT')).toEqual([])
      }
      expect(await statuses(shop, id)).not.toContain('SENDING')
    }),
    { numRuns: process.env.LETTERSHOP_TEST_STORE ? 6 : 60, seed: 4 },
  )
})
