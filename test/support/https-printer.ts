import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { testCertificate } from './certificate.ts'

/** The name in the test certificate, and a lookup that resolves it to loopback. */
export const printerName = 'hooks.test'
export const printerAddress = async () => [{ address: '127.0.0.1', family: 4 }]

/** A printer that receives packages, as docs/printers.md requires. */
export interface HttpsPrinter {
  url: string
  secret: string
  /** Printed packages: the run, and the length of each file in bytes. */
  printed: { run: string; files: Record<string, number> }[]
  /** The files of a committed package. */
  packageOf(run: string): ReadonlyMap<string, Uint8Array> | undefined
  /** Requests with an invalid signature, each as method and path. */
  unsigned: string[]
  readonly requests: number
  /** Sets the answer to later commits, which are carried out anyway; undefined restores the usual answer. */
  answerCommits(status: number | 'nothing' | undefined): void
  end(): Promise<void>
}

interface Attempt {
  files: Map<string, Buffer>
  stopped: boolean
}

/**
 * Starts a printer. Its default host is a name that only tests resolve; other callers name the address as
 * `host` and pass a certificate for it.
 */
export const startHttpsPrinter = async ({
  certificate = testCertificate,
  host = printerName,
  secret = 'a secret of printer and shop',
} = {}): Promise<HttpsPrinter> => {
  const printed: HttpsPrinter['printed'] = []
  const unsigned: string[] = []
  const attempts = new Map<string, Attempt>()
  const committed = new Map<string, { attempt: string }>()
  let commitAnswer: number | 'nothing' | undefined
  let requests = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '' } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://printer')
    const isCommit = pathname.endsWith('/commit')
    if (!isSigned(request, isCommit ? body.toString() : `${method} ${pathname}`, secret)) {
      unsigned.push(`${method} ${pathname}`)
      answer(response, 401)
      return
    }
    const [, run = '', below, id = '', file, name = ''] =
      /^\/in\/runs\/([^/]+)(?:\/(attempts|files))?(?:\/([^/]+))?(?:\/(files|commit))?(?:\/(.+))?$/.exec(
        pathname,
      ) ?? []
    const key = `${run}|${id}`
    const known = attempts.get(key)
    const has = committed.get(run)
    if (below === undefined) {
      answer(response, has ? 200 : 404, has)
    } else if (below === 'files') {
      answer(response, 204)
    } else if (id === '') {
      const own = [...attempts].filter(([of]) => of.startsWith(`${run}|`))
      for (const [of, one] of own) {
        const attempt = of.split('|')[1]!
        if (attempt !== searchParams.get('except') && has?.attempt !== attempt) one.stopped = true
      }
      const stopped = own.filter(([, one]) => one.stopped).map(([of]) => of.split('|')[1])
      answer(response, 200, { stopped })
    } else if (file === undefined && method === 'PUT') {
      if (!known) attempts.set(key, { files: new Map(), stopped: false })
      answer(response, known?.stopped ? 410 : 201)
    } else if (!known || known.stopped) {
      answer(response, known ? 410 : 404)
    } else if (file === 'files') {
      known.files.set(name, body)
      answer(response, 201)
    } else if (file === 'commit') {
      commit(run, id, known, body, response)
    } else {
      if (method === 'DELETE' && has?.attempt !== id) known.stopped = true
      answer(response, method === 'GET' ? 200 : 204)
    }
  }

  const commit = (run: string, id: string, of: Attempt, body: Buffer, response: ServerResponse): void => {
    const has = committed.get(run)
    const { files } = JSON.parse(body.toString()) as {
      files: { name: string; bytes: number; sha256: string }[]
    }
    const whole = files.every(({ name, sha256 }) => {
      const bytes = of.files.get(name)
      return bytes && createHash('sha256').update(bytes).digest('hex') === sha256
    })
    if (!whole) {
      answer(response, 422)
      return
    }
    if (has && has.attempt !== id) {
      answer(response, 409, has)
      return
    }
    if (!has) {
      committed.set(run, { attempt: id })
      printed.push({ run, files: Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])) })
    }
    if (commitAnswer === 'nothing') {
      response.destroy()
      return
    }
    answer(response, commitAnswer ?? 202)
  }

  const server = createServer({ ...certificate }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}/in`,
    secret,
    printed,
    packageOf(run) {
      const has = committed.get(run)
      return has && attempts.get(`${run}|${has.attempt}`)?.files
    },
    unsigned,
    get requests() {
      return requests
    },
    answerCommits(status) {
      commitAnswer = status
    },
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const isSigned = (request: IncomingMessage, text: string, secret: string): boolean => {
  const timestamp = String(request.headers['x-webhook-timestamp'])
  const given = Buffer.from(String(request.headers['x-webhook-signature']))
  const mac = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
  const expected = Buffer.from(`v1=${mac}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const answer = (response: ServerResponse, status: number, body?: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
