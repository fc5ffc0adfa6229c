/**
 * Stands in for the mutations of TanStack Query in the built app, whose writes are plain calls: the client would bring
 * them along for nothing, a hundredth of the home's scripts. `useMutation` is refused by the linter.
 */
export class MutationCache {
  /** None are under way, and none wait for the network. */
  findAll(): [] {
    return [];
  }

  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }

  clear(): void {
    // Nothing is kept.
  }
}
