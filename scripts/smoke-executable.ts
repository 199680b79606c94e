/**
 * Smoke test of the executable: in an empty folder, without sources or Node, it must render, print, sign webhooks
 * and drain. `node scripts/smoke-executable.ts [dist/lettershop]`
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { endWithUs } from '../test/support/end-with-us.ts'
import { contentBomb } from '../test/support/hostile-files.ts'
import { png } from '../test/support/images.ts'

const notoSans = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
)
const built = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist/lettershop'))
const home = mkdtempSync(join(tmpdir(), 'lettershop-smoke-'))
const program = join(home, 'lettershop')
copyFileSync(built, program)
// Without a PATH and far from the sources, only embedded modules and programs can be found.
const env = { PATH: '', HOME: home, TMPDIR: home }
// The executable must ignore `.env`, because the working directory may belong to another project.
writeFileSync(join(home, '.env'), 'LETTERSHOP_PORT=not-a-port\n')

let checks = 0
const check = (holds: boolean, what: string): void => {
  checks++
  if (!holds) throw new Error(`The executable: ${what}`)
}

const run = (...args: string[]) =>
  JSON.parse(execFileSync(program, [...args, '--json'], { cwd: home, env, encoding: 'utf8' }))

const exitCode = (...args: string[]): number => {
  try {
    execFileSync(program, args, { cwd: home, env, stdio: 'ignore' })
    return 0
  } catch (error) {
    return (error as { status: number }).status
  }
}

const listening = async (child: ChildProcess): Promise<{ url: string }> => {
  for await (const chunk of child.stdout!) return JSON.parse(String(chunk)) as { url: string }
  throw new Error('The executable: serve exited before it listened')
}

try {
  check(/^bun /.test(run('version').runtime), 'version does not name its runtime')
  check(/^Bun .*LGPL-2/m.test(run('version', '--notices').notices), 'it does not print its notices')
  check(exitCode('org', 'list', '--nonsense') === 2, 'an unknown flag does not exit with 2')

  // Tests the renderer with its threads, fonts, wasm and profiles, and webhooks with their signatures.
  const demo = run('demo', '--exit', '--port', '0', '--data', join(home, 'demo'))
  check(demo.items === 12, `the demo printed ${demo.items} items instead of 12`)
  check(
    demo.webhooks.received > 0 && demo.webhooks.verified === demo.webhooks.received,
    'webhooks do not verify',
  )
  check(readFileSync(demo.pdf).subarray(0, 5).toString() === '%PDF-', 'the part is not a PDF')
  check(run('doctor', '--data', join(home, 'demo')).healthy, 'doctor reports a problem')

  const data = join(home, 'data')
  const server = endWithUs(
    spawn(program, ['serve', '--port', '0', '--data', data, '--json'], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const ended = new Promise<number | null>((done) => server.once('exit', done))
  const { url } = await listening(server)
  const org = run('org', 'create', '--name', 'Smoke', '--data', data)
  const seller = [
    '--name',
    'Print B.V.',
    '--street',
    'Damrak 1',
    '--postal-code',
    '1012LG',
    '--city',
    'Amsterdam',
  ]
  run('billing', 'seller', ...seller, '--country', 'NL', '--vat-number', 'NL123456789B01', '--data', data)
  const { key } = run('key', 'create', '--org', org.id, '--mode', 'test', '--scopes', 'all', '--data', data)
  const whoami = await fetch(`${url}/v1/developers/whoami`, { headers: { authorization: `Bearer ${key}` } })
  check(whoami.status === 200, `whoami answers ${whoami.status}`)
  const document = (await (await fetch(`${url}/v1/meta/openapi.json`)).json()) as { openapi: string }
  check(document.openapi === '3.1.0', 'the API document is missing')
  // The viewer of the API document and its script, both from this server, and the API as text.
  for (const [path, part] of [
    ['/docs', '/docs/rapidoc.js'],
    ['/docs/rapidoc.js', 'rapi-doc'],
    ['/llms.txt', '/v1/meta/openapi.json'],
  ] as const) {
    const answer = await fetch(url + path)
    check(answer.status === 200 && (await answer.text()).includes(part), `${path} answers ${answer.status}`)
  }
  // Languages other than English are loaded when they are needed.
  const optOut = await fetch(`${url}/o/AAAAAAAAAAAA`, { headers: { 'accept-language': 'de' } })
  check((await optOut.text()).includes('<html lang="de">'), 'the opt-out page is not in German')
  const paid = run('billing', 'top-up', '--org', org.id, '--amount-cents', '1000', '--data', data)
  check(
    paid.language === 'nl' && paid.lines[0].description === 'Opwaardering van het saldo met EUR 10,00',
    `a Dutch invoice is ${JSON.stringify(paid)}`,
  )
  const csv = await fetch(`${url}/v1/analytics/items.csv`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${key}` },
  })
  check(
    csv.status === 200 && csv.headers.get('content-length') === null,
    'a HEAD of a stream reports an empty body',
  )
  // The isolated process for uploaded files is this same executable, with its wasm, threads and fonts.
  const live = run('key', 'create', '--org', org.id, '--mode', 'live', '--scopes', 'all', '--data', data).key
  for (const [kind, file, status, code] of [
    ['IMAGE', png({ width: 300, height: 200, type: 6 }), 201, undefined],
    ['FONT', notoSans, 201, undefined],
    ['PDF', contentBomb(95, 60), 422, 'file_too_complex'],
  ] as const) {
    const uploaded = await fetch(`${url}/v1/uploads?kind=${kind}&name=file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live}` },
      body: new Uint8Array(file),
    })
    const answer = (await uploaded.json()) as { errors?: { code: string }[] }
    check(uploaded.status === status, `an uploaded ${kind} is answered ${uploaded.status}`)
    check(answer.errors?.[0]?.code === code, `an uploaded ${kind} is ${JSON.stringify(answer)}`)
  }
  // Without the build's `--max-http-header-size`, Bun would refuse this URL with a status and no body.
  const long = await fetch(`${url}/v1/items?x=${'x'.repeat(130 * 1024)}`)
  check(
    long.status === 431 && ((await long.json()) as { code: string }).code === 'head_too_large',
    `a URL of 130 KiB is answered ${long.status}`,
  )
  check(exitCode('serve', '--port', '0', '--data', data) === 11, 'a second server does not exit with 11')
  server.kill('SIGTERM')
  check((await ended) === 0, 'it does not exit with 0 on SIGTERM')
  console.log(`The executable passed: ${checks} checks.`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
