import { untrack } from 'svelte'
import { place } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import type { Frame } from './frames.ts'
import { pause, runInOneTab } from './leader.ts'
import { Pace } from './pace.ts'
import { type Ending, readStream } from './stream.ts'

/** How a page learns of changes: by the stream, by polling, or not at all. */
export type Connection = 'connecting' | 'stream' | 'asking' | 'offline'

/** Poll interval without a stream, and during long work. */
const pollMs = 2_000
/** Poll interval with hints, which don't cover changes by other servers on the same database. */
const hintedPollMs = 15_000
/** Delay before retrying a stream that a proxy buffered. */
const bufferedRetryMs = 300_000
/** Maximum delay before checking whether the server is back. */
const longestPauseMs = 5_000
/** Changes within this time are handled together. */
const togetherMs = 20

/** Stands for changes that may have been missed. */
const missed: Frame = { id: undefined, event: 'reload', data: '{}' }

type Message = { hearing: Connection } | { frame: Frame } | { question: 'hearing' }

/** Changes in the shown organisation and mode, for all tabs of this browser. */
class Live {
  connection = $state<Connection>('connecting')
  readonly #listeners = new Set<(frame: Frame) => void>()

  /** Listens until the returned function is called. One tab reads the stream and informs the others. */
  open(): () => void {
    const name = `lettershop.live ${place.organisationId} ${place.mode}`
    const channel = new BroadcastChannel(name)
    const end = new AbortController()
    let isLeader = false
    const setConnection = (connection: Connection) => {
      this.connection = connection
      channel.postMessage({ hearing: connection } satisfies Message)
    }
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('frame' in data) this.#notify(data.frame)
      else if ('hearing' in data) this.connection = data.hearing
      else if (isLeader) channel.postMessage({ hearing: this.connection } satisfies Message)
    }
    channel.postMessage({ question: 'hearing' } satisfies Message)
    runInOneTab(name, end.signal, async (signal) => {
      isLeader = true
      await this.#lead(signal, setConnection, (frame) => channel.postMessage({ frame } satisfies Message))
      isLeader = false
    })
    return () => {
      end.abort()
      channel.close()
      this.connection = 'connecting'
    }
  }

  listen(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(frame: Frame): void {
    for (const listener of this.#listeners) listener(frame)
  }

  async #lead(
    signal: AbortSignal,
    setConnection: (connection: Connection) => void,
    broadcast: (frame: Frame) => void,
  ): Promise<void> {
    let after: number | undefined
    let failures = 0
    while (!signal.aborted) {
      const ending = await readStream(after, signal, {
        onFrame: (frame) => {
          after = frame.id ?? after
          failures = 0
          if (this.connection !== 'stream') setConnection('stream')
          // Data loaded before the stream began may be outdated: events are repeated, hints are not, and a
          // new leading tab only has what the previous one passed on.
          const received = frame.event === 'ready' ? missed : frame
          this.#notify(received)
          broadcast(received)
        },
        onSilence: () => setConnection('asking'),
      })
      if (signal.aborted) return
      failures++
      // A first cut-off is not shown: a server that was just replaced accepts the stream again at once.
      if (failures > 1 || ending !== 'cut-off') setConnection(connectionAfter(ending))
      // Random, so that pages don't all reconnect at the same moment.
      const backOffMs =
        Math.min(500 * 2 ** Math.min(failures - 1, 10), longestPauseMs) * (1 - Math.random() / 2)
      await pause(ending === 'held-back' ? bufferedRetryMs : backOffMs, signal)
    }
  }
}

const connectionAfter = (ending: Ending): Connection => (ending === 'cut-off' ? 'offline' : 'asking')

export const live = new Live()

/** Calls `refresh` repeatedly, never twice at once, while it is due and the page visible and signed in. */
const repeat = (refresh: () => Promise<void>, isDue: () => boolean, everyMs = pollMs): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false
  const tick = async () => {
    const isRead = document.visibilityState === 'visible' && !session.hasEnded
    if (isRead && isDue()) await refresh().catch(() => undefined)
    if (!isStopped) timer = setTimeout(tick, everyMs)
  }
  timer = setTimeout(tick, everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Calls `refresh` after events of these families (all by default) while mounted; polls without a stream. */
export const onChange = (refresh: () => Promise<void>, families?: readonly string[]): void => {
  $effect(() => {
    let isRefreshing = false
    let isStale = false
    let isStopped = false
    const pace = new Pace()
    const refreshOnce = async () => {
      if (isRefreshing) {
        isStale = true
        return
      }
      isRefreshing = true
      do {
        isStale = false
        await new Promise((wake) => setTimeout(wake, Math.max(togetherMs, pace.waitMs(performance.now()))))
        if (isStopped) return
        pace.record(performance.now())
        await untrack(refresh).catch(() => undefined)
      } while (isStale)
      isRefreshing = false
    }
    const stopListening = live.listen(({ event }) => {
      const family = event.split('.')[0]!
      if (!families || event === 'reload' || families.includes(family)) void refreshOnce()
    })
    const stopPolling = repeat(
      () => untrack(refresh),
      () => live.connection !== 'stream',
    )
    return () => {
      isStopped = true
      stopListening()
      stopPolling()
    }
  })
}

/**
 * Calls `refresh` repeatedly for the progress of long work, while the component is mounted and `isGoingOn`
 * holds. With `families`, also calls it after their events and hints, and polls only rarely while streaming.
 */
export const onProgress = (
  refresh: () => Promise<void>,
  isGoingOn: () => boolean = () => true,
  families?: readonly string[],
): void => {
  if (!families) {
    $effect(() => repeat(() => untrack(refresh), isGoingOn))
    return
  }
  onChange(refresh, families)
  const isSeldom = () => live.connection === 'stream' && isGoingOn()
  $effect(() => repeat(() => untrack(refresh), isSeldom, hintedPollMs))
}
