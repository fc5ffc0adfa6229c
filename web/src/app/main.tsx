import { createRoot } from 'react-dom/client';
import { takeMailedLink } from '#/lib/mailed-link';
import { launch } from './launch';
import '#/styles/index.css';

takeMailedLink();
const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
void launch(createRoot(place));
