import { type ControlClient, ControlProblem } from '../../src/adapters/data-folder/control-client.ts'

export interface Patience {
  /** Silence in ms after which the command prints what it waits for. */
  noticeMs: number
  /** Silence in ms after which it gives up. */
  giveUpMs: number
  say(line: string): void
}

const patience: Patience = {
  noticeMs: 5000,
  giveUpMs: 60_000,
  say: (line) => process.stderr.write(`${line}\n`),
}

/**
 * Calls a server and waits as long as it shows activity: a backup may take an hour without output. A server
 * that does not answer a ping either is stopped or overloaded: that is printed, and after a minute the
 * command ends.
 */
export const askPatiently = async (
  client: Pick<ControlClient, 'call'>,
  name: string,
  args: unknown,
  { noticeMs, giveUpMs, say }: Patience = patience,
): Promise<unknown> => {
  let isOver = false
  let giveUp = () => {}
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = () =>
      reject(
        new Error(`The server has not reacted for ${giveUpMs / 1000} s; it may still carry the command out.`),
      )
  })
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const listen = async () => {
    let isSaid = false
    const notice = setTimeout(() => {
      isSaid = true
      say(`The server does not react; waiting for it up to ${giveUpMs / 1000} s.`)
    }, noticeMs)
    const end = setTimeout(giveUp, giveUpMs)
    stop = () => {
      clearTimeout(notice)
      clearTimeout(end)
    }
    // A server of an older version does not know the command, but its refusal is an answer too.
    const isThere = await client.call('ping').then(
      () => true,
      (error: unknown) => error instanceof ControlProblem,
    )
    stop()
    if (!isThere || isOver) return
    if (isSaid) say('The server reacts again.')
    timer = setTimeout(listen, noticeMs)
  }
  void listen()
  try {
    return await Promise.race([client.call(name, args), gaveUp])
  } finally {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
