import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { testCertificate } from './certificate.ts'
import { endWithUs } from './end-with-us.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface RunningProxy {
  port: number
  end(): Promise<void>
}

/** The name in the test certificate. */
export const proxiedName = 'hooks.test'

/**
 * Returns a file of `deploy/` after replacements that must each match, and writes the test certificate and
 * its key into the folder.
 */
const deployed = (name: string, folder: string, replacements: readonly [string, string][]): string => {
  writeFileSync(join(folder, `${proxiedName}.crt`), testCertificate.cert)
  writeFileSync(join(folder, `${proxiedName}.key`), testCertificate.key)
  let text = readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not say “${from}”.`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Starts Debian's nginx with `deploy/nginx.conf`, in front of the servers on these ports. */
export const startNginx = async (...upstreams: number[]): Promise<RunningProxy> => {
  const folder = temporaryFolder()
  const port = await freePort()
  const site = deployed('nginx.conf', folder, [
    ['mail.example', proxiedName],
    ['/etc/ssl/', `${folder}/`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['server 127.0.0.1:8484;', upstreams.map((upstream) => `server 127.0.0.1:${upstream};`).join(' ')],
  ])
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${site} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  return started('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { folder, port })
}

/**
 * Starts Debian's Caddy with `deploy/Caddyfile` and the test certificate, in front of the servers on these
 * ports.
 */
export const startCaddy = async (...upstreams: number[]): Promise<RunningProxy> => {
  const folder = temporaryFolder()
  const port = await freePort()
  const head = '{$SITE:mail.example} {'
  const certificate = `tls ${folder}/${proxiedName}.crt ${folder}/${proxiedName}.key`
  const site = deployed('Caddyfile', folder, [[head, `${head}\n\t${certificate}`]])
  const config = `{\n    admin off\n    auto_https disable_redirects\n    default_bind 127.0.0.1\n}\n${site}`
  writeFileSync(join(folder, 'Caddyfile'), config)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  return started('caddy', args, {
    folder,
    port,
    env: {
      SITE: `https://${proxiedName}:${port}`,
      SERVERS: upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
    },
  })
}

const started = async (
  program: string,
  args: string[],
  { folder, port, env }: { folder: string; port: number; env?: Record<string, string> },
): Promise<RunningProxy> => {
  const child = endWithUs(
    spawn(program, args, {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'close')
  const listens = async () => {
    for (;;) {
      const answer = await through({ port }, '/healthz').catch(() => undefined)
      if (answer?.status === 200) return 'listens'
      if (child.exitCode !== null) return 'ended'
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  if ((await listens()) === 'ended') throw new Error(`${program} ended: ${output}`)
  return {
    port,
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Sends a request through a proxy, from a local address (127.0.0.2 is another client than 127.0.0.3). */
export const through = (
  { port }: Pick<RunningProxy, 'port'>,
  path: string,
  options: {
    from?: string
    method?: string
    headers?: Record<string, string>
    body?: string | Uint8Array
  } = {},
) =>
  new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        localAddress: options.from,
        agent: false,
        ca: testCertificate.cert,
        servername: proxiedName,
        headers: { host: proxiedName, ...options.headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          const headers = new Headers()
          for (const [name, values] of Object.entries(answer.headersDistinct)) {
            for (const value of values ?? []) headers.append(name, value)
          }
          resolve({ status: answer.statusCode!, headers, text })
        })
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
