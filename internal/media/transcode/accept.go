package transcode

// formats are the containers that are taken, by the names of their demuxers. None of them
// opens other files or addresses: no playlist, no concatenation, no manifest, no list of
// pictures.
const formats = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mxf,gxf,dv,h264,hevc," +
	"nut,gif,apng,yuv4mpegpipe,ivf,m4v,mjpeg,obu,av1,vc1,dirac,rm,wtv"

// decoders are the codecs that are taken, by the names of their decoders: what phones,
// cameras, editors, screen recorders, broadcasters and archives write. Left out are codecs of
// games, single pictures, files of sound alone, and those that ffmpeg decodes by other
// libraries, apart from AV1, VP8, VP9, Vorbis and Opus. A test lists what is left out and why.
const decoders = "" +
	// Phones, cameras, the web and broadcasters.
	"h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4,msmpeg4v1,msmpeg4v2,wmv1,wmv2,wmv3,vc1,cavs," +
	"h261,h263,h263p,h263i,flv,theora,dirac,rv10,rv20,rv30,rv40,vp3,vp4,vp5,vp6,vp6f,vp6a,vp7,svq1,svq3,mjpeg,mjpegb,sp5x,amv,imm4,imm5,nuv," +
	// Editors and uncompressed pictures.
	"prores,dnxhd,cfhd,aic,pixlet,hq_hqa,hqx,cllc,avui,avrp,avrn,speedhq,sheervideo,notchlc,hap,dxv,dvvideo,jpeg2000,jpegls,png,apng,gif,bmp,targa,targa_y216,qtrle," +
	"rawvideo,v210,v210x,v308,v408,v410,r210,r10k,ayuv,yuv4,y41p,012v,frwu,m101," +
	"ffv1,huffyuv,ffvhuff,hymt,utvideo,lagarith,magicyuv,snow,loco,vble,ylc,zerocodec,cljr,asv1,asv2,mvdv,mvha,mv30," +
	// Screen recorders.
	"zmbv,zlib,mszh,camstudio,camtasia,tscc2,fraps,dxtory,kgv1,flashsv,flashsv2,mss1,mss2,msa1,mts2,vmnc,fic,g2m,screenpresso,rscc,scpr,srgc,fmvc,lscr,mscc,mwsc,rasc,tdsc,wcmv," +
	// Archives.
	"rpza,smc,8bps,qdraw,cinepak,msvideo1,msrle,aasc,flic,sgirle,indeo2,indeo3,indeo4,indeo5,mimic,ultimotion,clearvideo,truemotion2rt,qpeg,arbc," +
	"cyuv,aura,aura2,cpia,prosumer,vcr1,wnv1,xl,vc1image,wmv3image," +
	// Sound.
	"aac,aac_latm,als,mp3,mp3float,mp3on4,mp3on4float,mp2,mp2float,mp1,mp1float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,ac3_fixed,eac3,dca,truehd,mlp," +
	"wmav1,wmav2,wmapro,wmavoice,wmalossless,amrnb,amrwb,qcelp,evrc,ilbc,g722,g723_1,g726,g726le,g729,gsm,gsm_ms,speex,truespeech,acelp.kelvin,siren,msnsiren," +
	"adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,adpcm_ima_amv,adpcm_ima_oki,adpcm_swf,adpcm_yamaha,adpcm_ct,nellymoser,mace3,mace6,qdm2,qdmc,metasound,on2avc,imc,iac," +
	"cook,sipr,real_144,real_288,ralf,atrac3,dvaudio,wavpack,tta,ape," +
	"pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_s64le,pcm_s64be,pcm_f16le,pcm_f24le,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be," +
	"pcm_u8,pcm_s8,pcm_u16le,pcm_u16be,pcm_u24le,pcm_u24be,pcm_u32le,pcm_u32be," +
	"pcm_alaw,pcm_mulaw,pcm_dvd,pcm_bluray,pcm_s8_planar,pcm_s16le_planar,pcm_s16be_planar,pcm_s24le_planar,pcm_s32le_planar,s302m"
