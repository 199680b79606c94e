import { createHash } from 'node:crypto'
import type SftpClient from 'ssh2-sftp-client'
import type { PrinterSetUp } from '../../core/ports/print-partner.ts'
import { connectGuarded, type PrinterNetwork } from '../print-package/connect.ts'
import { PrinterUnusable } from '../print-package/place.ts'

/** An SFTP step failed. If `status` is set, the server refused it, so it did not happen. */
export class SftpFailed extends Error {
  readonly status: number | undefined
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const code = (cause as { code?: unknown }).code
    this.status = typeof code === 'number' ? code : undefined
  }
}

/** Status codes of SFTP (draft-ietf-secsh-filexfer-02). */
export const sftpStatus = { noSuchFile: 2, failure: 4, noConnection: 6, connectionLost: 7 } as const

type Callback<T> = (error: Error | null | undefined, value: T) => void

/** The part of ssh2's SFTP that is used; it is the property `sftp` of ssh2-sftp-client. */
interface RawSftp {
  mkdir(path: string, done: Callback<void>): void
  rmdir(path: string, done: Callback<void>): void
  unlink(path: string, done: Callback<void>): void
  rename(from: string, to: string, done: Callback<void>): void
  stat(path: string, done: Callback<{ isDirectory(): boolean }>): void
  readdir(path: string, done: Callback<{ filename: string; attrs: { isDirectory(): boolean } }[]>): void
  open(path: string, flags: string, done: Callback<Buffer>): void
  write(
    handle: Buffer,
    bytes: Uint8Array,
    offset: number,
    length: number,
    at: number,
    done: Callback<void>,
  ): void
  close(handle: Buffer, done: Callback<void>): void
  ext_openssh_fsync(handle: Buffer, done: Callback<void>): void
}

/** The files of a printer's server. Methods throw `SftpFailed`; `writeFile` also errors of its source. */
export interface SftpFiles {
  mkdir(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  isFolder(path: string): Promise<boolean>
  names(path: string): Promise<string[]>
  /** Writes a new file, and syncs it to disk if the server supports that. */
  writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  removeFolder(path: string): Promise<void>
}

type ClientWithCallbacks = new (name: string, on: Record<'error' | 'end' | 'close', () => void>) => SftpClient

const readyTimeoutMs = 20_000

/** Connects with the printer's settings. Throws `PrinterUnusable`. */
export const openSession = async (
  { settings, secret }: Pick<PrinterSetUp, 'settings' | 'secret'>,
  network: PrinterNetwork,
): Promise<{ files: SftpFiles; end(): Promise<void> }> => {
  const { host = '', port = 22, user = '', hostKey = '' } = settings
  const where = `${host}:${port}`
  // Loads the library on demand, so that the program starts fast.
  const { default: Client } = await import('ssh2-sftp-client')
  const sock = await connectGuarded(host, port, network, readyTimeoutMs)
  // The current step reports a broken connection; by default the library prints it.
  const silent = () => {}
  const client = new (Client as unknown as ClientWithCallbacks)('printer', {
    error: silent,
    end: silent,
    close: silent,
  })
  let seen: string | undefined
  try {
    await client.connect({
      sock,
      username: user,
      ...(secret?.startsWith('-----BEGIN') ? { privateKey: secret } : { password: secret ?? '' }),
      readyTimeout: readyTimeoutMs,
      keepaliveInterval: 10_000,
      keepaliveCountMax: 3,
      ...algorithmsOf(hostKey),
      hostVerifier: (key: Buffer) => {
        seen = fingerprintOf(key)
        return seen === pinnedFingerprint(hostKey)
      },
    } as Parameters<SftpClient['connect']>[0])
  } catch (error) {
    sock.destroy()
    if (seen !== undefined && seen !== pinnedFingerprint(hostKey)) {
      throw new PrinterUnusable(
        `The printer’s server ${where} presented the host key ${seen}, but another is pinned. If the key was replaced, pin the new one.`,
      )
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new PrinterUnusable(`The login to the printer’s server ${where} failed (${reason}).`, {
      cause: error,
    })
  }
  const raw = (client as unknown as { sftp: RawSftp }).sftp
  return {
    files: filesOf(raw),
    end: () =>
      client.end().then(
        () => {},
        () => void sock.destroy(),
      ),
  }
}

/** Returns a key's fingerprint as `ssh-keygen -l` prints it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Returns the fingerprint of a pinned key, a fingerprint or a line of `known_hosts` or `ssh-keyscan`. */
export const pinnedFingerprint = (hostKey: string): string | undefined => {
  const text = hostKey.trim()
  if (/^SHA256:[A-Za-z0-9+/]{43}$/.test(text)) return text
  const key = /(?:^|\s)((?:ssh|ecdsa|sk)-[\w@.-]+)\s+([A-Za-z0-9+/]{40,}={0,2})(?:\s|$)/.exec(text)
  return key ? fingerprintOf(Buffer.from(key[2]!, 'base64')) : undefined
}

/** Restricts the algorithms to those of the pinned key, because a server has keys of several kinds. */
const algorithmsOf = (hostKey: string): object => {
  const kind = /(?:^|\s)((?:ssh|ecdsa)-[\w@.-]+)\s+[A-Za-z0-9+/]{40,}/.exec(hostKey)?.[1]
  if (kind === undefined) return {}
  const serverHostKey = kind === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [kind]
  return { algorithms: { serverHostKey } }
}

const filesOf = (raw: RawSftp): SftpFiles => {
  const call = <T = void>(step: (done: Callback<T>) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      try {
        step((error, value) => (error ? reject(new SftpFailed(error)) : resolve(value)))
      } catch (error) {
        // A closed connection throws synchronously.
        reject(new SftpFailed(error))
      }
    })
  const files: SftpFiles = {
    mkdir: (path) => call((done) => raw.mkdir(path, done)),
    rename: (from, to) => call((done) => raw.rename(from, to, done)),
    isFolder: (path) =>
      call<{ isDirectory(): boolean }>((done) => raw.stat(path, done)).then(
        (stats) => stats.isDirectory(),
        (error: SftpFailed) => (error.status === sftpStatus.noSuchFile ? false : Promise.reject(error)),
      ),
    names: async (path) =>
      (await call<{ filename: string }[]>((done) => raw.readdir(path, done))).map(({ filename }) => filename),
    async writeFile(path, content) {
      const handle = await call<Buffer>((done) => raw.open(path, 'wx', done))
      await writeAll(content, (bytes, at) =>
        call((done) => raw.write(handle, bytes, 0, bytes.length, at, done)),
      )
      // `fsync` is an extension of OpenSSH, which other servers may lack.
      await call((done) => raw.ext_openssh_fsync(handle, done)).catch(unlessUnsupported)
      await call((done) => raw.close(handle, done))
    },
    async removeFolder(path) {
      const found = await call<{ filename: string; attrs: { isDirectory(): boolean } }[]>((done) =>
        raw.readdir(path, done),
      ).catch((error: SftpFailed) =>
        error.status === sftpStatus.noSuchFile ? undefined : Promise.reject(error),
      )
      for (const { filename, attrs } of found ?? []) {
        if (attrs.isDirectory()) await files.removeFolder(`${path}/${filename}`)
        else await call((done) => raw.unlink(`${path}/${filename}`, done))
      }
      if (found) await call((done) => raw.rmdir(path, done))
    },
  }
  return files
}

const unlessUnsupported = (error: SftpFailed): void => {
  if (error.message.includes('does not support')) return
  if (error.status === 8) return
  throw error
}

/** Chunks sent concurrently; one at a time would take a round trip for each. */
const ahead = 32

const writeAll = async (
  content: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array, at: number) => Promise<void>,
): Promise<void> => {
  const under = new Set<Promise<void>>()
  let failed: unknown
  let at = 0
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; from += 32_768) {
      // Copies the chunk, because the source may reuse its buffer.
      const bytes = Buffer.from(chunk.slice(from, from + 32_768))
      const writing = write(bytes, at)
        .catch((error: unknown) => {
          failed ??= error
        })
        .finally(() => under.delete(writing))
      under.add(writing)
      at += bytes.length
      if (under.size >= ahead) await Promise.race(under)
      if (failed !== undefined) throw failed
    }
  }
  await Promise.all(under)
  if (failed !== undefined) throw failed
}
