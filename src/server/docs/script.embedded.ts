/** For the executable only: `bun build` embeds the file; `path` is its path inside the executable. */
import path from './rapidoc/rapidoc-min.js.gz' with { type: 'file' }

export { path }
