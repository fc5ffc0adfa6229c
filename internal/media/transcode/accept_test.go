package transcode

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// refusedDecoders are the decoders of Debian 12's ffmpeg that are not used, by the reason.
func refusedDecoders() map[string]string {
	return map[string]string{
		"games": "4xm,agm,argo,avs,bethsoftvid,bfi,binkvideo,bmv_video,c93,cdtoons,dfa,dsicinvideo,dxa,eacmv,eamad,eatgq,eatgv,eatqi,escape124,escape130,gdv," +
			"hnm4video,idcinvideo,interplayvideo,ipu,jv,kmvc,mdec,mmvideo,mobiclip,motionpixels,paf_video,rl2,roqvideo,sanm,sga,simbiosis_imx,smackvid,thp," +
			"tiertexseqvideo,truemotion1,truemotion2,vb,vmdvideo,vqavideo,xan_wc3,xan_wc4,yop," +
			"adpcm_4xm,adpcm_adx,adpcm_afc,adpcm_agm,adpcm_aica,adpcm_argo,adpcm_dtk,adpcm_ea,adpcm_ea_maxis_xa,adpcm_ea_r1,adpcm_ea_r2,adpcm_ea_r3,adpcm_ea_xas," +
			"adpcm_ima_alp,adpcm_ima_apc,adpcm_ima_apm,adpcm_ima_cunning,adpcm_ima_dat4,adpcm_ima_dk3,adpcm_ima_dk4,adpcm_ima_ea_eacs,adpcm_ima_ea_sead," +
			"adpcm_ima_iss,adpcm_ima_moflex,adpcm_ima_mtf,adpcm_ima_rad,adpcm_ima_smjpeg,adpcm_ima_ssi,adpcm_ima_ws,adpcm_mtaf,adpcm_psx,adpcm_thp,adpcm_thp_le," +
			"adpcm_vima,adpcm_xa,adpcm_zork,atrac9,binkaudio_dct,binkaudio_rdft,bmv_audio,derf_dpcm,dfpwm,dsicinaudio,fastaudio,gremlin_dpcm,hca,interplay_dpcm," +
			"interplayacm,paf_audio,pcm_sga,roq_dpcm,sdx2_dpcm,smackaud,sol_dpcm,vmdaudio,ws_snd1,xan_dpcm,xma1,xma2",
		"single pictures": "alias_pix,brender_pix,cri,dds,dpx,exr,fits,gem,iff,msp2,pam,pbm,pcx,pfm,pgm,pgmyuv,pgx,phm,photocd,pictor,ppm,psd,ptx,qoi,sgi,sunrast,tiff," +
			"txd,vbn,webp,xbm,xface,xpm,xwd",
		"text and animations of old computers":         "anm,ansi,bintext,idf,tmv,xbin",
		"pictures of containers that are not taken":    "cdgraphics,cdxl,mvc1,mvc2,mxpeg,smvjpeg",
		"sound of containers that are not taken":       "adpcm_ima_acorn,atrac1,atrac3al,atrac3plus,atrac3plusal,dolby_e,pcm_lxf,pcm_s24daud,pcm_vidc",
		"files of sound alone":                         "8svx_exp,8svx_fib,adpcm_sbpro_2,adpcm_sbpro_3,adpcm_sbpro_4,dsd_lsbf,dsd_lsbf_planar,dsd_msbf,dsd_msbf_planar,dss_sp,dst,hcom,mpc7,mpc8,shorten,tak,twinvq",
		"packets of networks and of wireless speakers": "aptx,aptx_hd,bitpacked,comfortnoise,mp3adu,mp3adufloat,sbc",
		"hardware": "av1_cuvid,av1_qsv,h263_v4l2m2m,h264_cuvid,h264_qsv,h264_v4l2m2m,hevc_cuvid,hevc_qsv,hevc_v4l2m2m,mjpeg_cuvid,mjpeg_qsv,mpeg1_cuvid,mpeg1_v4l2m2m," +
			"mpeg2_cuvid,mpeg2_qsv,mpeg2_v4l2m2m,mpeg4_cuvid,mpeg4_v4l2m2m,vc1_cuvid,vc1_qsv,vc1_v4l2m2m,vp8_cuvid,vp8_qsv,vp8_v4l2m2m,vp9_cuvid,vp9_qsv,vp9_v4l2m2m",
		"other libraries":                         "libcodec2,libgsm,libgsm_ms,libjxl,libopenjpeg,librsvg,libspeex,libzvbi_teletextdec",
		"the codec has another decoder":           "aac_fixed",
		"an experiment, for ffmpeg alone":         "sonic",
		"no codec: memory, or a test":             "wavesynth,wrapped_avframe",
		"subtitles that are pictures, or no file": "cc_dec,dvbsub,dvdsub,jacosub,microdvd,mpl2,pgssub,pjs,realtext,sami,stl,subviewer,subviewer1,vplayer,xsub",
	}
}

// installed lists the names that ffmpeg prints for an option, one a line behind their flags.
func installed(t *testing.T, option string) (names []string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-hide_banner", "-v", "error", option).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] != "=" {
			names = append(names, strings.Split(fields[1], ",")...)
		}
	}
	return names
}

func listed(lists ...string) []string { return strings.Split(strings.Join(lists, ","), ",") }

func TestWhatIsAcceptedExists(t *testing.T) {
	for option, want := range map[string][]string{"-decoders": listed(decoders, textDecoders), "-demuxers": listed(formats)} {
		got := installed(t, option)
		for i, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("%s: ffmpeg does not have %q", option, name)
			}
			if slices.Contains(want[:i], name) {
				t.Errorf("%s: %q is there twice", option, name)
			}
		}
	}
}

// Every decoder of Debian 12's ffmpeg is accepted, or refused for a reason. Other versions have other decoders.
func TestEveryDecoderIsAcceptedOrRefusedForAReason(t *testing.T) {
	version, err := exec.CommandContext(t.Context(), "ffmpeg", "-version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(version), "ffmpeg version 5.1.") {
		first, _, _ := strings.Cut(string(version), "\n")
		t.Skipf("the list of refused decoders is that of ffmpeg 5.1 (Debian 12), and this is %q", first)
	}
	have, accepted := installed(t, "-decoders"), listed(decoders, textDecoders)
	reasons := map[string]string{}
	for reason, names := range refusedDecoders() {
		for _, name := range listed(names) {
			switch {
			case reasons[name] != "":
				t.Errorf("%q is refused twice: %s, %s", name, reasons[name], reason)
			case slices.Contains(accepted, name):
				t.Errorf("%q is accepted, and refused: %s", name, reason)
			case !slices.Contains(have, name):
				t.Errorf("%q is refused (%s), and ffmpeg does not have it", name, reason)
			}
			reasons[name] = reason
		}
	}
	for _, name := range have {
		if reasons[name] == "" && !slices.Contains(accepted, name) {
			t.Errorf("%q is neither accepted nor refused for a reason", name)
		}
	}
}

// ffmpeg uses the first decoder of a codec. One that is accepted behind another that is not would never be used.
func TestTheFirstDecoderOfACodecIsAccepted(t *testing.T) {
	codecs, err := newStudio(t, DefaultStudioLimits()).codecs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for codec, names := range codecs {
		accepted := slices.ContainsFunc(names, func(name string) bool { return slices.Contains(listed(decoders), name) })
		if accepted != codecs.accepts(codec) {
			t.Errorf("%s: ffmpeg uses %s of %v", codec, names[0], names)
		}
	}
	for codec, want := range map[string]bool{
		"h264": true, "av1": true, "dts": true, "adpcm_g722": true, "amr_nb": true, "msmpeg4v3": true, "tscc": true,
		"tiff": false, "roq": false, "svg": false, "no codec": false, "": false,
	} {
		if got := codecs.accepts(codec); got != want {
			t.Errorf("%q: %v", codec, got)
		}
	}
}

func TestTheListOfCodecsIsRead(t *testing.T) {
	got := readCodecs("Codecs:\n D..... = Decoding supported\n -------\n D.VI.S 012v                 Uncompressed\n .EV.L. only_encoded         One\n" +
		" DEV.L. av1                  Alliance for Open Media AV1 (decoders: libdav1d libaom-av1 av1 ) (encoders: libaom-av1 )\n DEA.L. aac   AAC (encoders: aac )\n")
	want := codecTable{"012v": {"012v"}, "av1": {"libdav1d", "libaom-av1", "av1"}, "aac": {"aac"}}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	for codec, names := range want {
		if !slices.Equal(got[codec], names) {
			t.Errorf("%s: %v", codec, got[codec])
		}
	}
}
