import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { reset } from './raw-listener.ts'

/** Number of bytes of an answer's body that are stored. */
export const captureBytes = 16 * 1024

export const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`
export const ok = `${head('200 OK', 'Content-Length: 2')}ok`

/** Sends `first`, then the same bytes repeatedly until the other side closes the connection. */
const pour = (socket: Socket, first: string, chunk: string | Uint8Array) => {
  socket.write(first)
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

/** Sends `first`, then one character of `text` every 5 ms until the connection is closed. */
export const trickle = (socket: Socket, first: string, text = 'x') => {
  socket.write(first)
  let place = 0
  const timer = setInterval(() => socket.write(text[place++ % text.length]!), 5)
  socket.on('close', () => clearInterval(timer))
}

/** Writes a text and resets the connection 30 ms later, when the text has reached the other side. */
const writeAndReset = (socket: Socket, text: string) =>
  socket.write(text, () => setTimeout(() => reset(socket), 30))

const bomb = gzipSync(Buffer.alloc(20_000_000))

export interface Receiver {
  name: string
  answer(socket: Socket): void
  /** The status of the answer, the error of the delivery, or both for a redirect. */
  expected: { status: number } | { error: string } | { status: number; error: string }
  body?: string | RegExp
  /** True if the connection stays open until the deadline. */
  untilDeadline?: true
}

const delivered: Receiver[] = [
  { name: 'answers as one should', answer: (s) => s.write(ok), expected: { status: 200 }, body: 'ok' },
  {
    name: 'answers 204 with a body that it must not have',
    answer: (s) => s.write(`${head('204 No Content')}ghost`),
    expected: { status: 204 },
    body: '',
  },
  {
    name: 'answers 100, 102 and 103 first',
    answer: (s) =>
      s.write(head('100 Continue') + head('102 Processing') + head('103 Early Hints', 'Link: </x>') + ok),
    expected: { status: 200 },
    body: 'ok',
  },
  {
    name: 'trickles its body for ever',
    answer: (s) => trickle(s, head('200 OK')),
    expected: { status: 200 },
    body: /^x+$/,
    untilDeadline: true,
  },
  {
    name: 'trickles its head behind the status line',
    answer: (s) => trickle(s, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
    expected: { status: 200 },
    body: '',
    untilDeadline: true,
  },
  {
    name: 'promises more than it sends',
    answer: (s) => s.write(`${head('202 Accepted', 'Content-Length: 999')}part`),
    expected: { status: 202 },
    body: 'part',
    untilDeadline: true,
  },
  {
    name: 'promises more than it sends and closes',
    answer: (s) => s.end(`${head('202 Accepted', 'Content-Length: 999')}part`),
    expected: { status: 202 },
    body: 'part',
  },
  {
    name: 'sends more than it promised',
    answer: (s) => s.write(`${head('200 OK', 'Content-Length: 2')}okand more`),
    expected: { status: 200 },
  },
  {
    name: 'never ends its body',
    answer: (s) => pour(s, head('200 OK'), 'x'.repeat(65_536)),
    expected: { status: 200 },
    body: 'x'.repeat(captureBytes),
  },
  {
    name: 'never ends its chunks',
    answer: (s) => pour(s, head('200 OK', 'Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(10_000)),
    expected: { status: 200 },
    body: 'x'.repeat(captureBytes),
  },
  {
    name: 'never ends the extension of a chunk',
    answer: (s) => pour(s, `${head('200 OK', 'Transfer-Encoding: chunked')}1;`, 'x'.repeat(65_536)),
    expected: { status: 200 },
  },
  {
    name: 'sends a gzip bomb',
    answer: (s) => {
      s.write(head('200 OK', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`))
      s.write(bomb)
    },
    expected: { status: 200 },
  },
  {
    name: 'resets the connection in its body',
    answer: (s) => writeAndReset(s, `${head('200 OK', 'Content-Length: 99')}part`),
    expected: { status: 200 },
    body: 'part',
  },
  {
    name: 'resets the connection right after a 2xx status line',
    answer: (s) => writeAndReset(s, 'HTTP/1.1 200 OK\r\n'),
    expected: { status: 200 },
    body: '',
  },
  {
    name: 'closes the connection right after a 2xx status line',
    answer: (s) => s.end('HTTP/1.1 201 Created\r\n'),
    expected: { status: 201 },
    body: '',
  },
  {
    name: 'has interim answers, a status line, and nothing more',
    answer: (s) => writeAndReset(s, `${head('103 Early Hints', 'Link: </x>')}HTTP/1.1 202 Accepted\r\nX-`),
    expected: { status: 202 },
    body: '',
  },
  {
    name: 'sends a megabyte of headers',
    answer: (s) =>
      s.write(head('200 OK', ...Array.from({ length: 1000 }, (_, n) => `X-${n}: ${'x'.repeat(1000)}`))),
    expected: { status: 200 },
    body: '',
  },
  {
    name: 'sends a header that never ends',
    answer: (s) => pour(s, 'HTTP/1.1 200 OK\r\nX: ', 'x'.repeat(65_536)),
    expected: { status: 200 },
    body: '',
  },
  {
    name: 'has two lengths',
    answer: (s) => s.write(`${head('200 OK', 'Content-Length: 2', 'Content-Length: 7')}ok`),
    expected: { status: 200 },
    body: '',
  },
]

const failed: Receiver[] = [
  { name: 'never answers', answer: () => {}, expected: { error: 'timeout' }, untilDeadline: true },
  { name: 'closes at once', answer: (s) => s.end(), expected: { error: 'reset' } },
  { name: 'resets at once', answer: (s) => reset(s), expected: { error: 'reset' } },
  {
    name: 'resets in the middle of its status line',
    answer: (s) => writeAndReset(s, 'HTTP/1.1 20'),
    expected: { error: 'reset' },
  },
  {
    name: 'trickles its status line',
    answer: (s) => trickle(s, 'HTTP/1.1 ', '0'),
    expected: { error: 'protocol' },
  },
  {
    name: 'trickles interim answers for ever',
    answer: (s) => trickle(s, '', head('103 Early Hints', 'Link: </x>')),
    expected: { error: 'timeout' },
    untilDeadline: true,
  },
  {
    name: 'answers 100 and then nothing',
    answer: (s) => s.write(head('100 Continue')),
    expected: { error: 'timeout' },
    untilDeadline: true,
  },
  {
    name: 'answers 101',
    answer: (s) => s.write(head('101 Switching', 'Upgrade: websocket', 'Connection: Upgrade')),
    expected: { error: 'protocol' },
  },
  {
    name: 'speaks SMTP',
    answer: (s) => s.write('220 mail.example ESMTP\r\n'),
    expected: { error: 'protocol' },
  },
  {
    name: 'sends noise without end',
    answer: (s) => pour(s, '', new Uint8Array(65_536).fill(255)),
    expected: { error: 'protocol' },
  },
  {
    name: 'answers 304',
    answer: (s) => s.write(head('304 Not Modified')),
    expected: { status: 304, error: 'redirect' },
  },
  {
    name: 'answers 500 and never ends',
    answer: (s) => trickle(s, head('500 Oh no')),
    expected: { status: 500 },
    body: /^x+$/,
    untilDeadline: true,
  },
  {
    name: 'resets right after a 500 status line',
    answer: (s) => writeAndReset(s, 'HTTP/1.1 500 Oh no\r\n'),
    expected: { status: 500 },
  },
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `answers ${status} to a private address`,
    answer: (s: Socket) =>
      void s.write(
        head(`${status} Away`, 'Location: http://169.254.169.254/latest/meta-data', 'Content-Length: 0'),
      ),
    expected: { status, error: 'redirect' },
  })),
  {
    name: 'answers 302 and resets before it says where',
    answer: (s) => writeAndReset(s, 'HTTP/1.1 302 Found\r\n'),
    expected: { status: 302, error: 'redirect' },
  },
]

/** Receivers with the outcome of a delivery to each: a delivery succeeds if the status line is 2xx. */
export const hostileReceivers: readonly Receiver[] = [...delivered, ...failed]
