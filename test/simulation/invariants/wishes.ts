import type { FinalState } from './final-state.ts'

export const wishes = {
  'live entries suppress mail of both modes': ({ history }: FinalState) => [...history.unsuppressed],
  'test keys reach no live entry': ({ history }: FinalState) => [...history.reached],
  'what a member enters is live': ({ history }: FinalState) => [...history.enteredAsTest],
}
