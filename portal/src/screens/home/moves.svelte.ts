import { untrack } from 'svelte'
import { onChange } from '../../live/live.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

/** Calls `refresh` after events of these families (all by default) and after the test clock was moved. */
export const whenAnythingMoves = (refresh: () => Promise<void>, families?: readonly string[]): void => {
  onChange(refresh, families)
  $effect(() => {
    if (testClock.moves > 0) void untrack(refresh)
  })
}
