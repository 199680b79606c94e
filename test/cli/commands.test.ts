import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { sellerFlags } from '../support/ready-for-live.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** One sequence of commands that open the folder themselves or use the control socket of a server. */
describe.each([
  ['without a server', false],
  ['while a server runs', true],
])('%s', (_when, serving) => {
  let data: string
  beforeAll(async () => {
    data = temporaryFolder()
    if (!serving) return
    const server = await startServerProcess(['--data', data])
    return async () => {
      expect((await server.end()).code).toBe(0)
    }
  })

  test('from an organisation to a package on disk', async () => {
    const run = (args: string[]) => lettershopJson([...args, '--data', data])
    const org = await run(['org', 'create', '--name', 'Bakery'])
    expect(org).toMatchObject({ name: 'Bakery', status: 'ACTIVE', country: 'NL' })
    const key = await run([
      'key',
      'create',
      '--org',
      org.id,
      '--mode',
      'test',
      '--scopes',
      'items.read,items.write',
    ])
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^svc_test_\w{32}$/),
      mode: 'test',
      scopes: ['items.read', 'items.write'],
      expiresAt: null,
    })
    await run(['billing', 'seller', ...sellerFlags])
    const invoice = await run(['billing', 'top-up', '--org', org.id, '--amount-cents', '10000'])
    expect(invoice).toMatchObject({
      subtotalCents: 10_000,
      vatCents: 2100,
      totalCents: 12_100,
      status: 'PAID',
    })

    const seeded = await run(['seed', '--org', org.id])
    const postflowId = seeded.postflows.find(({ mode }: { mode: string }) => mode === 'test').id
    const file = join(data, 'item.json')
    writeFileSync(file, JSON.stringify({ postflowId, recipient: zoe, data: { firstName: 'Zoë' } }))
    const item = await run(['item', 'create', '--file', file])
    expect(item).toMatchObject({ status: 'SCHEDULED', isTest: true })

    const slips = join(data, 'items.json')
    const good = { postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    writeFileSync(
      slips,
      JSON.stringify([good, { ...good, recipient: { country: 'NLD' } }, 5, { ...good, postflowId: 'pfl_x' }]),
    )
    const refusedFile = await lettershop(['item', 'create', '--file', slips, '--data', data, '--json'])
    expect(refusedFile.code).toBe(2)
    expect(
      JSON.parse(refusedFile.stderr).errors.map((error: { parameter: string }) => error.parameter),
    ).toEqual(['items[1].recipient.country', 'items[2]', 'items[3].postflowId'])

    const clock = await run(['clock', 'advance', '--org', org.id, '--to', 'next-cutoff'])
    expect(clock.ranJobs).toBeGreaterThan(0)
    const [listed] = await run(['run', 'list', '--org', org.id])
    expect(listed).toMatchObject({
      id: item.runId,
      status: 'HANDED_TO_PRINTER',
      itemCount: 1,
      organisationId: org.id,
    })
    expect((await run(['run', 'show', item.runId])).parts).toHaveLength(1)

    const to = join(data, 'packages')
    const { path, files } = await run(['run', 'package', item.runId, '--to', to])
    expect(path).toBe(join(to, item.runId))
    expect(readdirSync(path).sort()).toEqual([...files].sort())
    expect(readFileSync(join(path, 'items.csv'), 'utf8')).toContain(item.id)
    const again = await lettershop(['run', 'package', item.runId, '--to', to, '--data', data])
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('exists already')])

    expect(await run(['analytics', 'rebuild', '--org', org.id, '--check'])).toMatchObject([
      { mode: 'live', outcome: 'equal', itemCount: 0 },
      { mode: 'test', outcome: 'equal', itemCount: 1, differences: [] },
    ])
    const missing = await lettershop(['analytics', 'rebuild', '--org', 'org_x', '--data', data])
    expect(missing.code).toBe(3)

    expect((await run(['key', 'revoke', key.id])).revokedAt).not.toBeNull()
    expect(await run(['key', 'list', '--org', org.id])).toMatchObject([{ id: key.id, mode: 'test' }])
    expect((await run(['org', 'suspend', org.id])).status).toBe('SUSPENDED')
    const refused = await lettershop(['org', 'suspend', org.id, '--data', data])
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('SUSPENDED')])
    expect((await run(['org', 'resume', org.id])).status).toBe('ACTIVE')
    expect(await run(['org', 'list'])).toMatchObject([{ id: org.id }])
    const unknown = await lettershop(['org', 'suspend', 'org_unknown', '--data', data])
    expect(unknown.code).toBe(3)
  })

  test('doctor finds no problem', async () => {
    const { healthy, checks } = await lettershopJson(['doctor', '--data', data])
    expect(checks.filter(({ status }: { status: string }) => status === 'wrong')).toEqual([])
    expect(healthy).toBe(true)
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'QR codes',
        status: 'note',
        detail: expect.stringContaining('--base-url'),
      }),
    )
  })
})
