/** Cryptographically strong randomness as a port, so that a seeded run is reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A number in [0, 1). */
  float(): number
}
