import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('lettershop catalogue', () => {
  const shop = async () => {
    const folder = temporaryFolder()
    const data = join(folder, 'data')
    const file = join(folder, 'shop.json')
    const { stdout } = await lettershop(['catalogue', 'sample', 'standard'])
    writeFileSync(file, stdout)
    const change = (edit: (content: ReturnType<typeof JSON.parse>) => void) => {
      const content = JSON.parse(readFileSync(file, 'utf8'))
      edit(content)
      writeFileSync(file, JSON.stringify(content))
    }
    return { folder, data, file, change, run: (...args: string[]) => lettershop([...args, '--data', data]) }
  }

  test('a sample is imported, and exported unchanged', async () => {
    const { data, file, change, folder, run } = await shop()
    change((content) => {
      content.priceLists[0].lines[0].steps = [
        { from: 1, priceCents: 92 },
        { from: 500, priceCents: 81 },
      ]
    })
    const imported = await lettershopJson(['catalogue', 'import', file, '--data', data])
    expect(imported).toMatchObject({ revision: 2, valid: true, findings: [] })
    expect(imported.changes.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringContaining('postcard-a6 in the zone domestic costs EUR 0.92, 0.81 (500+) instead of 0.89'),
    )
    const checked = await run('catalogue', 'check', file)
    expect([checked.code, checked.stdout.trim()]).toEqual([0, 'Nothing changes.'])

    const exported = join(folder, 'exported.json')
    const result = await run('catalogue', 'export', exported)
    expect(result.stdout).toContain(`${exported}  revision 2`)
    const shown = await run('catalogue', 'export')
    expect(shown.stdout).toBe(readFileSync(exported, 'utf8'))
    const sorted = (path: string) => {
      // An export includes empty lists that a file may leave out.
      const content = JSON.parse(readFileSync(path, 'utf8'))
      for (const list of ['printers', 'printerRules', 'costs', 'returnCodes']) delete content[list]
      for (const list of Object.values(content))
        if (Array.isArray(list)) list.sort((a, b) => (a.key < b.key ? -1 : 1))
      return content
    }
    expect(sorted(exported)).toEqual(sorted(file))
  })

  test('many changes of one kind are counted in one line, others have a line each', async () => {
    const { data, file, change, run } = await shop()
    await lettershopJson(['catalogue', 'import', file, '--data', data])
    const lines = JSON.parse(readFileSync(file, 'utf8')).priceLists[0].lines
    const raise = (count: number) =>
      change(({ priceLists: [list] }) => {
        for (const line of list.lines.slice(0, count)) line.steps[0].priceCents += 1
      })
    raise(3)
    const three = await run('catalogue', 'check', file)
    expect(three.stdout.match(/^changes {2}.* costs EUR .* instead of /gm)).toHaveLength(3)
    raise(lines.length)
    const all = await run('catalogue', 'check', file)
    const counted = `changes  ${lines.length} prices of price list standard: `
    expect(all.stdout.split('\n').filter((line) => line.startsWith(counted))).toEqual([
      expect.stringMatching(new RegExp(`; and ${lines.length - 1} more\\.$`)),
    ])
    expect(all.stdout.match(/costs EUR/g)).toHaveLength(1)
  })

  test.each(['lyon', 'charity', 'mail-houses'])(
    'the shop %s is valid, except for its secrets',
    async (name) => {
      const data = join(temporaryFolder(), 'data')
      const file = join(import.meta.dirname, `../../examples/shops/${name}.json`)
      const imported = await lettershopJson(['catalogue', 'import', file, '--data', data])
      const { printers } = JSON.parse(readFileSync(file, 'utf8'))
      const secrets = printers.filter(({ secret }: { secret?: object }) => secret)
      expect(imported.valid).toBe(true)
      expect(imported.findings).toEqual(
        secrets.map(() => expect.objectContaining({ severity: 'warning', code: 'printer_secret' })),
      )
      expect(await lettershopJson(['catalogue', 'check', file, '--data', data])).toMatchObject({
        changes: [],
      })
    },
  )

  test('errors in a file are named by place, and nothing is changed', async () => {
    const { data, file, change, run } = await shop()
    await lettershopJson(['catalogue', 'import', file, '--data', data])
    change((content) => {
      content.specifications[0].calendar = 'weekday-ten'
      content.specifications[0].sheet.zones[0].w = 500
    })
    for (const command of ['check', 'import']) {
      const { code, stdout, stderr } = await run('catalogue', command, file)
      expect(code, command).toBe(1)
      expect(stdout).toContain('error    /specifications/0/calendar  There is no calendar')
      expect(stdout).toContain('Did you mean weekdays-ten?')
      expect(stdout).toContain('error    /specifications/0/sheet/zones/0  ')
      expect(stderr).toContain('The catalogue has 2 errors.')
    }
    const asJson = await run('catalogue', 'import', file, '--json')
    expect([asJson.code, JSON.parse(asJson.stdout)]).toMatchObject([1, { valid: false, revision: 1 }])
  })

  test('printers are imported and exported with references to their secrets', async () => {
    const { data, file, change, run } = await shop()
    const house = {
      key: 'house',
      name: 'House',
      kind: 'SFTP',
      settings: { host: 'press.example', user: 'shop', path: '/in', hostKey: `SHA256:${'a'.repeat(43)}` },
      secret: { env: 'PRESS_PASSWORD' },
      capabilities: {},
    }
    await lettershopJson(['catalogue', 'import', file, '--data', data])
    change((content) => {
      content.printers = [house]
      content.printerRules = [{ match: {}, printers: ['hous'] }]
    })
    const refused = await run('catalogue', 'check', file)
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('error    /printerRules/0/printers/0  There is no printer hous.')
    expect(refused.stdout).toContain('warning  /printers/0/secret  The printer house is away')
    change((content) => {
      content.printerRules[0].printers = ['house']
    })
    const { valid, changes } = await lettershopJson(['catalogue', 'import', file, '--data', data])
    expect(valid).toBe(true)
    expect(changes.map(({ message }: { message: string }) => message)).toEqual(
      expect.arrayContaining(['New printer: house.', 'New printer rule 1: * → house.']),
    )
    const exported = await lettershopJson(['catalogue', 'export', '--data', data])
    expect(exported.file.printers[1]).toEqual(house)
    expect(exported.file.printerRules).toEqual([{ match: {}, printers: ['house'], fallBackMinutes: 15 }])
  })

  test.each([
    ['a file that is not there', 'absent.json', 'cannot be read'],
    ['invalid JSON', 'broken.json', 'is not valid JSON'],
  ])('%s is distinguished from an invalid catalogue', async (_what, name, message) => {
    const { data, folder, file, run } = await shop()
    await lettershopJson(['catalogue', 'import', file, '--data', data])
    writeFileSync(join(folder, 'broken.json'), '{"schema":')
    const { code, stderr } = await run('catalogue', 'check', join(folder, name))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test('samples are listed; another name is not found', async () => {
    const { stdout } = await lettershop(['catalogue', 'sample'])
    expect(stdout).toMatch(/^standard +Postcards/m)
    expect((await lettershop(['catalogue', 'sample', 'nothing'])).code).toBe(3)
  })
})
