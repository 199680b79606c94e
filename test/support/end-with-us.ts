import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads lines “+ pid” and “- pid”. At the end of its input it kills the processes that were added and not
 * removed. The input ends only when the process that writes it ends, even if that is killed.
 */
const script = `
trap '' INT TERM HUP
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    *) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -9 "$pid"; done`

let watcher: ChildProcess | undefined

const tell = (line: string): void => {
  if (!watcher) {
    // A signal to the process group of the tests must not reach the watcher.
    watcher = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    watcher.unref()
    watcher.stdin!.on('error', () => {})
    // Bun has no `unref` here, and its pipe does not keep the process running.
    ;(watcher.stdin as Partial<Socket>).unref?.()
  }
  watcher.stdin!.write(`${line}\n`)
}

/** Kills a child process when this process ends, even by an error or SIGKILL. Does nothing on Windows. */
export const endWithUs = <Child extends ChildProcess>(child: Child): Child => {
  const { pid } = child
  if (pid === undefined || process.platform === 'win32') return child
  tell(`+ ${pid}`)
  child.once('exit', () => tell(`- ${pid}`))
  return child
}
