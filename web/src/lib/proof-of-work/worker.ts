import { type Challenge, solve } from './solve';

addEventListener('message', (event: MessageEvent<Challenge>) => {
  void solve(event.data).then((solution) => postMessage(solution));
});
