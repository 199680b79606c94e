/** For the executable only: `bun build` embeds the file and gives its path inside the executable. */
import path from '../../dist/portal.pack' with { type: 'file' }

export { path }
