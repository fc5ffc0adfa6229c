import { createRoot } from 'react-dom/client';
import { takeMailedLink } from '#/lib/mailed-link';
import { notePageTime } from '#/lib/server-clock';
import { launch } from './launch';
import '#/styles/index.css';

notePageTime();
takeMailedLink();
const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
// The service worker answers with this page where the one that was asked for cannot be had.
if (document.getElementById('offline') && location.pathname !== '/offline')
  void import('#/features/channel/come-back').then((m) => m.comeBack());
else void launch(createRoot(place));
