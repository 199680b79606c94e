import { createMailShop } from './mail.ts'

/**
 * Creates a shop with five live pieces at the printer, in parts of three, and with an operator's requests
 * about them.
 */
export const createRemakeShop = async () => {
  const shop = await createMailShop({
    clock: '2026-01-05T08:00:00Z',
    config: { itemsPerPart: 3, baseUrl: 'https://mail.example' },
  })
  const key = await shop.key('live', ['runs.manage', 'items.read', 'items.write'])
  for (let n = 0; n < 5; n++) await shop.post()
  await shop.advance('2026-01-05T09:00:00Z')
  const runId = (await shop.runs())[0]!.id
  const params = { id: runId }
  return {
    ...shop,
    operator: key,
    runId,
    remake: (body: unknown) => shop.call('runs.remake', { key, params, body }),
    check: (body: unknown) => shop.call('runs.checkRemake', { key, params, body }),
    remakes: async () => (await shop.call('runs.remakes', { key, params })).body.data,
    handOver: (number: number, body: unknown = {}) =>
      shop.call('runs.handOverRemake', { key, params: { ...params, number: String(number) }, body }),
    /** Returns the ids of the printer's packages of a remake. */
    packagesOf: (number: number) =>
      [...shop.printers.live.packages.keys()].filter((id) => id.startsWith(`${runId}_R${number}_`)),
    inOrder: async () => (await shop.items()).sort((a, b) => a.sequence! - b.sequence!),
  }
}
export type RemakeShop = Awaited<ReturnType<typeof createRemakeShop>>
